// The service with json-server: routes.json maps the paths to tables, and this middleware moves the jobs on.
const { randomUUID } = require('node:crypto');

const polls = {};

module.exports = (request, response, next) => {
  const { db } = request.app;
  // The routes of routes.json are rewritten already. The one for messages is not in it.
  const [, id] =
    /^\/generations\/([^/]+)$|\/generate\/([^/]+)\/message$/.exec(request.path)?.filter(Boolean) ?? [];
  const job = id && db.get('generations').find({ id }).value();
  if (request.method === 'POST' && request.path === '/generations') {
    const generation = randomUUID();
    request.body = { id: generation, generation_id: generation, status: 'generating' };
    polls[generation] = 0;
  } else if (job && request.method === 'GET') {
    polls[id] += 1;
    if (polls[id] === 2)
      Object.assign(job, { progress: { slides_total: 6, slides_completed: 2, current_step: 'Writing' } });
    if (polls[id] === 3 && job.status === 'generating')
      Object.assign(job, { status: 'awaiting_input', message: 'Who?' });
  } else if (job && request.method === 'POST') {
    const at = new Date().toISOString();
    const presentation = {
      id: `pres-${id}`,
      title: 'Harbour taxis',
      workspace_id: 'ws',
      sections: [],
      is_public: false,
      url: 'http://127.0.0.1/view',
      created_at: at,
      updated_at: at,
    };
    db.get('presentations').push(presentation).write();
    Object.assign(job, { status: 'completed', presentation, message: undefined });
    return response.status(202).jsonp({});
  }
  return next();
};
