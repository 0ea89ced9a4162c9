/**
 * SQL that names the history of the log, of a row `head` of change_head: another one for another
 * database, one that was loaded from a dump, set back to a moment of its past, or taken over by a
 * standby. An entry that was cached or sent under another name may be of changes that this log does not have.
 */
export const historyOfHead = `concat_ws('.', head.history,
  -- Another table, after a dump was loaded: it was created or filled again.
  (SELECT oid FROM pg_database WHERE datname = current_database()),
  pg_relation_filenode('change_head'),
  -- The timeline: another one after every takeover and every recovery to a moment.
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`
