// @ts-check
/** A typical hand-written mock: Express 5 with one route for polls and one for starts. Arguments: the port, and the body of polls. */
import express from 'express';

const [, , port, text = '{}'] = process.argv;
const status = JSON.parse(text);
express()
  .get('/api/v1/presentations/generate/:id/status', (_request, response) => {
    response.json(status);
  })
  .post('/api/v1/presentations/generate', express.json(), (_request, response) => {
    const id = 'gen_0000000000000000';
    const path = `/api/v1/presentations/generate/${id}/status`;
    response.status(202).json({ generation_id: id, status: 'generating', poll_url: path });
  })
  .listen(Number(port), '127.0.0.1');
