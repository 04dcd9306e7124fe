// Each script runs atomically on the server.

/**
 * Keys: source. Arguments: group, consumer, id. Counts one more attempt at an entry that still belongs to this
 * consumer.
 */
export const TAKE = `
local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
if #pending == 0 then return false end
local entry = redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3])[1]
if not entry then redis.call('XACK', KEYS[1], ARGV[1], ARGV[3]) end
return {pending[1][4] + 1, entry or false}`;

/**
 * Keys: source, dead, counts, buried. Arguments: group, id, whether to delete from the source, then entry, body,
 * field, reason, attempts, time, and the mark that identifies the letter. A mark gets only one letter. Writes before
 * it acknowledges, so that a server without memory loses nothing.
 */
export const BURY = `
if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end
if redis.call('HEXISTS', KEYS[4], ARGV[10]) == 0 then
  redis.call('XADD', KEYS[2], '*', 'group', ARGV[1], 'entry', ARGV[4], 'body', ARGV[5], 'field', ARGV[6],
    'reason', ARGV[7], 'attempts', ARGV[8], 'time', ARGV[9], 'mark', ARGV[10])
  redis.call('HINCRBY', KEYS[3], ARGV[1], 1)
  redis.call('HSET', KEYS[4], ARGV[10], ARGV[1])
end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] == '1' then redis.call('XDEL', KEYS[1], ARGV[2]) end
return 1`;

/** Keys: dead, counts, replay, buried. Arguments: group, id. */
export const REPLAY = `
local letter = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])[1]
if not letter then return 0 end
local value = {}
for at = 1, #letter[2], 2 do value[letter[2][at]] = letter[2][at + 1] end
redis.call('XADD', KEYS[3], '*', 'entry', value.entry or '', 'body', value.body or '', 'field', value.field or 'event')
redis.call('XDEL', KEYS[1], ARGV[2])
if value.mark then redis.call('HDEL', KEYS[4], value.mark) end
if redis.call('HINCRBY', KEYS[2], ARGV[1], -1) <= 0 then redis.call('HDEL', KEYS[2], ARGV[1]) end
return 1`;

/** Keys: dead, counts, buried. Arguments: group, id. */
export const DISCARD = `
local letter = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])[1]
if not letter then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
for at = 1, #letter[2], 2 do
  if letter[2][at] == 'mark' then redis.call('HDEL', KEYS[3], letter[2][at + 1]) end
end
if redis.call('HINCRBY', KEYS[2], ARGV[1], -1) <= 0 then redis.call('HDEL', KEYS[2], ARGV[1]) end
return 1`;

/**
 * Keys: source. Arguments: group, milliseconds, the consumer that stays. Removes idle consumers that hold nothing.
 */
export const FORGET = `
local forgotten = 0
for _, one in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local value = {}
  for at = 1, #one, 2 do value[one[at]] = one[at + 1] end
  if value.pending == 0 and value.idle > tonumber(ARGV[2]) and value.name ~= ARGV[3] then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], value.name)
    forgotten = forgotten + 1
  end
end
return forgotten`;

/** Compares stream ids as text, because they may exceed Lua's numbers. */
const BEFORE = `
local function before(one, other)
  local a, b = {one:match('^(%d+)-(%d+)$')}, {other:match('^(%d+)-(%d+)$')}
  for at = 1, 2 do
    if #a[at] ~= #b[at] then return #a[at] < #b[at] end
    if a[at] ~= b[at] then return a[at] < b[at] end
  end
  return false
end`;

/**
 * Keys: stream. Arguments: how many of the newest to keep, for how many milliseconds to keep all, how many to remove
 * at most. Removes whole blocks of the oldest entries that every group has acknowledged, including others' groups,
 * and returns how many.
 */
export const TRIM = `${BEFORE}
local over = redis.call('XLEN', KEYS[1]) - tonumber(ARGV[1])
if over <= 0 then return 0 end
local time = redis.call('TIME')
local first = string.format('%.0f-0', math.max(0, time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[2])))
for _, one in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local value = {}
  for at = 1, #one, 2 do value[one[at]] = one[at + 1] end
  local location = value['last-delivered-id']
  if value.pending > 0 then
    local oldest = redis.call('XPENDING', KEYS[1], value.name)[2]
    if oldest and before(oldest, location) then location = oldest end
  end
  if before(location, first) then first = location end
end
return redis.call('XTRIM', KEYS[1], 'MINID', '~', first, 'LIMIT', math.min(over, tonumber(ARGV[3])))`;

/** Keys: stream, replay. Arguments: group, milliseconds. Returns 0 if a consumer was active within that time. */
export const FORGET_GROUP = `
for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then
    for _, group in ipairs(redis.call('XINFO', 'GROUPS', key)) do
      if group[2] == ARGV[1] then
        for _, one in ipairs(redis.call('XINFO', 'CONSUMERS', key, ARGV[1])) do
          local value = {}
          for at = 1, #one, 2 do value[one[at]] = one[at + 1] end
          if value.idle < tonumber(ARGV[2]) then return 0 end
        end
      end
    end
  end
end
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('XGROUP', 'DESTROY', KEYS[1], ARGV[1]) end
redis.call('DEL', KEYS[2])
return 1`;
