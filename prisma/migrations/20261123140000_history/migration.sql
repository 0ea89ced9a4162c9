-- Not known to Prisma.

-- Housekeeping keeps the events that the history of a widget or an asset shows.
GRANT SELECT ("resource_type") ON "audit_events" TO vitrine_job;
