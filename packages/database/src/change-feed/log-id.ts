/**
 * SQL for the identity of the log, from a row `head` of change_head. It differs for another
 * database, and after a restore from a dump, a point-in-time recovery or a failover. An entry that was
 * cached or sent under another name may depend on changes that this log does not have.
 */
export const logIdOfHead = `concat_ws('.', head.history,
  -- Another table, after a dump was loaded: it was created or filled again.
  (SELECT oid FROM pg_database WHERE datname = current_database()),
  pg_relation_filenode('change_head'),
  -- The timeline: another one after every takeover and every recovery to a moment.
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`
