/** Starts a job, with the key that only the server knows. The other operations are alike. On the wall, no request reaches this. */
export async function POST(request) {
  return fetch(`${process.env.SERVICE}/api/v1/presentations/generate`, {
    method: 'POST',
    headers: { 'x-api-key': process.env.SERVICE_KEY, 'content-type': 'application/json' },
    body: await request.text(),
  });
}
