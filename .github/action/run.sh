#!/usr/bin/env bash
# The step of action.yml: reads its inputs from variables, runs the command, and writes the outputs. No input is evaluated.
set -euo pipefail

# stop SENTENCE: an annotation, the outputs, and exit code 2. The sentence is ours; inputs in it are on one line.
stop() {
  printf '::error title=Deckhand::%s\n' "${1//$'\n'/ }"
  printf 'outcome=error\nexit-code=2\nreport=\nreport-folder=\n' >>"$GITHUB_OUTPUT"
  exit 2
}

# lines TEXT: one argument for each line that is not empty, into the array `found`.
lines() {
  found=()
  local line
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    [[ -z $line ]] || found+=("$line")
  done <<<"$1"
}

case $INPUT_FAIL_ON in any | violation | never) ;; *) stop 'fail-on must be any, violation or never.' ;; esac
case $INPUT_COMMAND in verify | judge) ;; *) stop 'command must be verify or judge.' ;; esac
case $INPUT_REPORT_FOLDER in '' | -* | *[[:cntrl:]]*) stop 'report-folder must be the path of a folder, on one line, without a dash at its beginning.' ;; esac
if [[ -n $INPUT_BASE_URL && ! $INPUT_BASE_URL =~ ^https?://[^[:space:]]+$ ]]; then
  stop 'base-url must be an address such as https://staging.example.com/api/v1.'
fi

# The command: an executable, a package for this step, or the installed package.
if [[ -n $INPUT_EXECUTABLE ]]; then
  [[ -x $INPUT_EXECUTABLE && ! -d $INPUT_EXECUTABLE ]] || stop 'executable is not an executable file.'
  deckhand=$INPUT_EXECUTABLE
  [[ $deckhand == */* ]] || deckhand=./$deckhand
elif [[ -n $INPUT_PACKAGE ]]; then
  [[ $INPUT_PACKAGE =~ ^(@[a-z0-9.-]+/)?[a-z0-9.-]+@[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$ || ($INPUT_PACKAGE == *.tgz && $INPUT_PACKAGE != -* && -f $INPUT_PACKAGE) ]] ||
    stop 'package must be an exact version, such as name@1.2.3, or the path of a tarball.'
  installed=$RUNNER_TEMP/deckhand-action
  npm install --prefix "$installed" --ignore-scripts --no-save --no-audit --no-fund --loglevel=error -- "$INPUT_PACKAGE" ||
    stop 'The package cannot be installed.'
  deckhand=$installed/node_modules/.bin/deckhand
else
  deckhand=$PWD/node_modules/.bin/deckhand
  [[ -x $deckhand ]] || stop 'deckhand is not installed in the working-directory. Install it first, or set executable or package.'
fi

# A key among the arguments would be in the list of processes, and in the log.
lines "$INPUT_ARGS"
# The bash of macOS takes an empty array for an unset variable.
args=(${found[@]+"${found[@]}"})
for argument in ${args[@]+"${args[@]}"}; do
  case $argument in
  --api-key* | --other-api-key* | --disabled-api-key* | --basic-auth* | --header | --header=*)
    stop "Pass ${argument%%=*} as an input of the action, and not in args."
    ;;
  esac
done

# The command takes an empty variable as a value.
for name in DECKHAND_API_KEY DECKHAND_OTHER_API_KEY DECKHAND_DISABLED_API_KEY DECKHAND_HEADERS DECKHAND_BASIC_AUTH; do
  [[ -n ${!name:-} ]] || unset "$name"
done

targets=()
if [[ $INPUT_COMMAND == verify ]]; then
  [[ -n $INPUT_BASE_URL ]] || stop 'base-url is required for verify.'
  [[ -n ${DECKHAND_API_KEY:-} ]] || stop 'api-key is required for verify. Pull requests from forks have no secrets.'
  targets=("$INPUT_BASE_URL")
else
  lines "$INPUT_FILES"
  [[ ${#found[@]} -gt 0 ]] || stop 'files is required for judge.'
  targets=("${found[@]}")
  [[ -z $INPUT_BASE_URL ]] || args+=(--base-url "$INPUT_BASE_URL")
fi

mkdir -p -- "$INPUT_REPORT_FOLDER" || stop 'report-folder cannot be created.'
# Absolute, because the next step runs in another folder.
folder=$(cd -- "$INPUT_REPORT_FOLDER" && pwd)
# The outcome is read from the JSON report.
report=$folder/deckhand.json
rm -f -- "$report"
reports=(--report text --report github --report "json=$report")
for format in $INPUT_REPORTS; do
  case $format in
  html) reports+=(--report "html=$folder/deckhand.html") ;;
  junit) reports+=(--report "junit=$folder/deckhand.xml") ;;
  json) ;;
  *) stop 'reports can have html, junit and json.' ;;
  esac
done

code=0
"$deckhand" "$INPUT_COMMAND" ${args[@]+"${args[@]}"} "${reports[@]}" -- "${targets[@]}" || code=$?

# The first outcome in the report is that of the run.
outcome=error
if [[ -f $report ]]; then
  [[ $(grep -m 1 -o '"outcome": *"[a-z]*"' "$report") =~ \"([a-z]*)\"$ ]] && outcome=${BASH_REMATCH[1]}
else
  report=
fi
printf 'outcome=%s\nexit-code=%s\nreport=%s\nreport-folder=%s\n' "$outcome" "$code" "$report" "$folder" >>"$GITHUB_OUTPUT"

case $INPUT_FAIL_ON in
any) exit "$code" ;;
violation)
  [[ $code -ne 1 ]] || exit 1
  [[ $code -eq 0 ]] || printf '::warning title=Deckhand::The run is %s, so it says nothing about the service.\n' "$outcome"
  ;;
esac
