/**
 * The scripts that run in the store, each as one step that no other client can interrupt. All keys have one hash tag, so they
 * are in one slot of a cluster.
 */

export const KEYS = {
  /** A hash: format, version, configuration and id of the store, the latest snapshot, and the time of the latest command. */
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

/** The clock of the server, in milliseconds. */
const CLOCK = `
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end`;

/**
 * The time of commands: the clock of the server, and never before the latest command. A clock that was ahead and is corrected
 * makes it continue from there, at the pace of the clock. Nothing waits until the clock is there again.
 */
const STAMP = `${CLOCK}
local function stamp(meta, isKept)
  local known = redis.call('HMGET', meta, 'last', 'ahead')
  local last, ahead = tonumber(known[1] or '0'), tonumber(known[2] or '0')
  local now = clock() + ahead
  if now < last then
    ahead = ahead + last - now
    now = last
    if isKept then redis.call('HSET', meta, 'ahead', whole(ahead)) end
  end
  if isKept then redis.call('HSET', meta, 'last', whole(now)) end
  return now
end`;

export const SCRIPTS = {
  /**
   * Registers a connection, and creates what an empty store needs. A lost log begins again at the latest snapshot. Returns the
   * fields of `meta`.
   */
  enterDeckhand: {
    numberOfKeys: 4,
    lua: `${CLOCK}
local now = clock()
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('DEL', KEYS[2])
  local first = redis.call('XADD', KEYS[2], '*', 'c', '{"t":"s"}', 't', whole(now))
  redis.call('HSET', KEYS[1], 'format', ARGV[1], 'version', ARGV[2], 'config', ARGV[3], 'id', ARGV[4],
    'first', first, 'created', whole(now), 'last', whole(now))
elseif redis.call('EXISTS', KEYS[2]) == 0 then
  local begins = redis.call('HMGET', KEYS[1], 'position', 'first', 'last')
  redis.call('XADD', KEYS[2], begins[1] or begins[2], 'c', '{"t":"s"}', 't', begins[3] or whole(now))
end
redis.call('SET', KEYS[3], ARGV[5], 'PX', ARGV[6])
redis.call('ZADD', KEYS[4], whole(now + ARGV[6]), ARGV[7])
return redis.call('HGETALL', KEYS[1])`,
  },
  /**
   * Appends commands, and returns all commands after a position. \`fenced\`: the connection is not the latest of its replica.
   * \`gone\`: the log does not have the position. In both cases nothing was appended.
   */
  appendDeckhand: {
    numberOfKeys: 3,
    lua: `${STAMP}
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return {'fenced'} end
if #redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2]) == 0 then return {'gone'} end
local now = stamp(KEYS[3], #ARGV > 3)
for i = 4, #ARGV do redis.call('XADD', KEYS[1], '*', 'c', ARGV[i], 't', whole(now)) end
return {'ok', now,
  redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])}`,
  },
  /**
   * Says that a replica runs. Tells the others of replicas that do not run any more. A sign from a clock that was ahead counts as
   * one of now.
   */
  beatDeckhand: {
    numberOfKeys: 4,
    lua: `${STAMP}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local now = clock()
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], whole(now + ARGV[2]), ARGV[3])
for _, wrong in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. whole(now + ARGV[2]), '+inf')) do
  redis.call('ZADD', KEYS[2], whole(now + ARGV[2]), wrong)
end
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', whole(now))) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('XADD', KEYS[3], 'NOMKSTREAM', '*', 'c', '{"t":"g","r":"' .. gone .. '"}', 't', whole(stamp(KEYS[4], true)))
end
return 1`,
  },
  /** Removes a replica that stops. */
  leaveDeckhand: {
    numberOfKeys: 4,
    lua: `${STAMP}
redis.call('DEL', KEYS[1])
if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 and redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('XADD', KEYS[3], '*', 'c', '{"t":"g","r":"' .. ARGV[1] .. '"}', 't', whole(stamp(KEYS[4], true)))
end
return 1`,
  },
  /** Takes a lock that expires by itself. One that expires later than any was set by a clock that was ahead. */
  lockDeckhand: {
    numberOfKeys: 1,
    lua: `
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
return 0`,
  },
  /** Says that a replica loads the snapshot. */
  loadingDeckhand: {
    numberOfKeys: 1,
    lua: `${CLOCK}
redis.call('ZADD', KEYS[1], whole(clock() + ARGV[1]), ARGV[2])
return 1`,
  },
  /** Makes a snapshot the latest, and trims the log to the one before it, unless a replica is loading. */
  publishDeckhand: {
    numberOfKeys: 4,
    lua: `${STAMP}
local now = clock()
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', whole(now))
for _, wrong in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. whole(now + ARGV[4]), '+inf')) do
  redis.call('ZADD', KEYS[3], whole(now + ARGV[4]), wrong)
end
if redis.call('GET', KEYS[4]) ~= ARGV[3] then return 0 end
redis.call('DEL', KEYS[4])
if redis.call('ZCARD', KEYS[3]) > 0 then return 0 end
if #redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2]) == 0 then return 0 end
local before = redis.call('HMGET', KEYS[1], 'snapshot', 'position')
redis.call('HSET', KEYS[1], 'snapshot', ARGV[1], 'position', ARGV[2])
if before[1] then
  redis.call('DEL', before[1])
  redis.call('XTRIM', KEYS[2], 'MINID', before[2])
end
redis.call('XADD', KEYS[2], '*', 'c', '{"t":"s"}', 't', whole(stamp(KEYS[1], true)))
return 1`,
  },
} as const;
