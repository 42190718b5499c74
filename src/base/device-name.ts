/** Names that Windows keeps for devices, with any extension and in any folder: a file named `nul.yaml` cannot be kept there. */

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])[ .]*(?:\..*)?$/i;

/** @param name the last part of a path */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
