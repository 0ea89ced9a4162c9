/**
 * The copy is one sorted set: changes as JSON with their seq as the score, and at -1 a random marker, which
 * is created with the set. A flush or an eviction removes the set and its marker together.
 *
 * The common beginning of both scripts. ARGV[1] is the marker for a new copy. Returns false if a replica
 * may have replaced this Redis: it is not a master, or it has replicas (or had some, as a backlog shows)
 * and `min-replicas-to-write` does not make it refuse writes when it loses them.
 *
 * `run` identifies this run of the server. `line` changes when a replica is promoted, which may lack the
 * last writes, and when the first replica is attached, since identities from before are then no longer
 * valid. INFO is allowed in scripts: https://github.com/redis/redis/blob/7.0/src/commands/info.json (no
 * NOSCRIPT).
 */
const begin = `
  local key = KEYS[1]
  local replication = redis.call('INFO', 'replication')
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  local line = string.match(replication, 'master_replid:(%x+)')
  local replicas = string.match(replication, 'connected_slaves:(%d+)')
  local backlog = string.match(replication, 'repl_backlog_active:(%d)')
  local good = string.match(replication, 'min_slaves_good_slaves:(%d+)')
  if string.match(replication, 'role:(%a+)') ~= 'master' or not run or not line then return false end
  if not good and (replicas ~= '0' or backlog ~= '0') then return false end
  -- Before 6.2.7 scripts of Redis ignore min-replicas-to-write.
  if good == '0' then return false end
  -- A write that changes nothing, so that a Redis that refuses writes refuses reads as well.
  redis.call('PERSIST', key)
  local function marker()
    local found = redis.call('ZRANGEBYSCORE', key, -1, -1)[1]
    if not found then redis.call('ZADD', key, -1, ARGV[1]) end
    return found or ARGV[1]
  end`

/**
 * ARGV: marker, maximum number of changes, then seq and change alternately.
 *
 * @returns 1 if the copy has all of them.
 */
export const appendScript = `${begin}
  for i = 3, #ARGV, 2 do
    local held = redis.call('ZRANGEBYSCORE', key, ARGV[i], ARGV[i])[1]
    -- Another history of the log, from before a restore of the database: begin again.
    if held and held ~= ARGV[i + 1] then
      redis.call('DEL', key)
      break
    end
  end
  marker()
  for i = 3, #ARGV, 2 do redis.call('ZADD', key, ARGV[i], ARGV[i + 1]) end
  redis.call('ZREMRANGEBYRANK', key, 1, -1 - ARGV[2])
  for i = 4, #ARGV, 2 do
    if not redis.call('ZSCORE', key, ARGV[i]) then return 0 end
  end
  return 1`

/**
 * ARGV: marker, the seq after which to read, maximum number of changes.
 *
 * @returns identity, newest seq (-1: none), changes in order of seq.
 */
export const sinceScript = `${begin}
  local identity = run .. ':' .. line .. ':' .. marker()
  local newest = redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2]
  local after = '(' .. ARGV[2]
  return { identity, newest, redis.call('ZRANGEBYSCORE', key, after, '+inf', 'LIMIT', 0, ARGV[3]) }`
