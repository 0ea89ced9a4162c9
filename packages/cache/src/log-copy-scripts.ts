/**
 * The copy is one sorted set: changes as JSON, scored by their seq, and at -1 a random marker of
 * its birth. One key is flushed, evicted, migrated or lost as a whole, and the marker with it.
 *
 * What both scripts begin with; ARGV[1] is the marker for a copy that is born now. Returns false,
 * here and below, when this Redis may have been replaced by another one: it is no master, or it
 * has (with a backlog: had) replicas, one of which may have been promoted meanwhile, and is not
 * bound by `min-replicas-to-write` to refuse writes once it has lost them.
 *
 * `run` names this run of the server. `line` changes when a replica is promoted, which may lack
 * the last writes, and when the first replica comes: whoever noted an identity noted that too.
 * Of INFO in scripts: https://github.com/redis/redis/blob/7.0/src/commands/info.json (no NOSCRIPT).
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
  -- Before 6.2.7 Redis lets scripts write whatever min-replicas-to-write says.
  if good == '0' then return false end
  -- A write that changes nothing: whatever makes this Redis refuse writes refuses reads too.
  redis.call('PERSIST', key)
  local function marker()
    local found = redis.call('ZRANGEBYSCORE', key, -1, -1)[1]
    if not found then redis.call('ZADD', key, -1, ARGV[1]) end
    return found or ARGV[1]
  end`

/**
 * ARGV: marker, how many changes to keep, then seq and change by turns.
 * @returns 1 when all of them are held.
 */
export const appendScript = `${begin}
  for i = 3, #ARGV, 2 do
    local held = redis.call('ZRANGEBYSCORE', key, ARGV[i], ARGV[i])[1]
    -- Another history of the log, from before a restore of the database: begin anew.
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
 * ARGV: marker, after which seq, how many changes at most.
 * @returns identity, newest seq (-1: none), changes in order of their seqs.
 */
export const sinceScript = `${begin}
  local identity = run .. ':' .. line .. ':' .. marker()
  local newest = redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2]
  local after = '(' .. ARGV[2]
  return { identity, newest, redis.call('ZRANGEBYSCORE', key, after, '+inf', 'LIMIT', 0, ARGV[3]) }`
