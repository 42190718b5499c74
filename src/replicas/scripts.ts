/**
 * The scripts that run in the store, each as one step that no other client can interrupt. All keys have one hash tag, so they
 * are in one slot of a cluster.
 */

export const KEYS = {
  /** A hash: format, version, configuration and id of the store, and the latest snapshot. */
  meta: '{deckhand}:meta',
  /** A stream: the commands of all replicas in order. */
  log: '{deckhand}:log',
  /** A sorted set: the replicas, and until when each is known to run. */
  replicas: '{deckhand}:replicas',
  /** A sorted set: the replicas that load the snapshot, and until when. Nothing that they need is deleted. */
  loading: '{deckhand}:loading',
  /** Exists while a replica writes a snapshot. */
  writing: '{deckhand}:writing',
} as const;

export const snapshotKey = (id: string): string => `{deckhand}:snapshot:${id}`;

/** Has the number of the connection of a replica. Commands of its earlier connections are refused. */
export const fenceKey = (replica: string): string => `{deckhand}:fence:${replica}`;

export const SCRIPTS = {
  /** Registers a connection, and creates what an empty store needs. Returns the fields of `meta`. */
  enterDeckhand: {
    numberOfKeys: 4,
    lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('DEL', KEYS[2])
  local first = redis.call('XADD', KEYS[2], '*', 'c', '{"t":"s"}')
  redis.call('HSET', KEYS[1], 'format', ARGV[1], 'version', ARGV[2], 'config', ARGV[3], 'id', ARGV[4],
    'first', first, 'created', string.format('%.0f', now))
end
redis.call('SET', KEYS[3], ARGV[5], 'PX', ARGV[6])
redis.call('ZADD', KEYS[4], string.format('%.0f', now + ARGV[6]), ARGV[7])
return redis.call('HGETALL', KEYS[1])`,
  },
  /**
   * Appends commands, and returns all commands after a position. \`fenced\`: the connection is not the latest of its replica.
   * \`gone\`: the log does not have the position. In both cases nothing was appended.
   */
  appendDeckhand: {
    numberOfKeys: 2,
    lua: `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return {'fenced'} end
if #redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2]) == 0 then return {'gone'} end
for i = 4, #ARGV do redis.call('XADD', KEYS[1], '*', 'c', ARGV[i]) end
local time = redis.call('TIME')
return {'ok', time[1] * 1000 + math.floor(time[2] / 1000),
  redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])}`,
  },
  /** Says that a replica runs. Tells the others of replicas that do not run any more. */
  beatDeckhand: {
    numberOfKeys: 3,
    lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[2]), ARGV[3])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('XADD', KEYS[3], '*', 'c', '{"t":"g","r":"' .. gone .. '"}')
end
return 1`,
  },
  /** Removes a replica that stops. */
  leaveDeckhand: {
    numberOfKeys: 3,
    lua: `
redis.call('DEL', KEYS[1])
if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 then
  redis.call('XADD', KEYS[3], '*', 'c', '{"t":"g","r":"' .. ARGV[1] .. '"}')
end
return 1`,
  },
  /** Says that a replica loads the snapshot. */
  loadingDeckhand: {
    numberOfKeys: 1,
    lua: `
redis.call('ZADD', KEYS[1], string.format('%.0f', redis.call('TIME')[1] * 1000 + ARGV[1]), ARGV[2])
return 1`,
  },
  /** Makes a snapshot the latest, and trims the log to the one before it, unless a replica is loading. */
  publishDeckhand: {
    numberOfKeys: 4,
    lua: `
local now = string.format('%.0f', redis.call('TIME')[1] * 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
if redis.call('GET', KEYS[4]) ~= ARGV[3] then return 0 end
redis.call('DEL', KEYS[4])
if redis.call('ZCARD', KEYS[3]) > 0 then return 0 end
local before = redis.call('HMGET', KEYS[1], 'snapshot', 'position')
redis.call('HSET', KEYS[1], 'snapshot', ARGV[1], 'position', ARGV[2])
if before[1] then
  redis.call('DEL', before[1])
  redis.call('XTRIM', KEYS[2], 'MINID', before[2])
end
redis.call('XADD', KEYS[2], '*', 'c', '{"t":"s"}')
return 1`,
  },
} as const;
