-- Not known to Prisma.

-- Row-level security of the tokens in mails, of mails that wait to be sent, and of the list of a user's
-- sessions. ARCHITECTURE.md, "Roles and row-level security", describes the roles.

ALTER TABLE "email_tokens" ENABLE ROW LEVEL SECURITY;

-- ------------------------------------------------- vitrine_request: a user's request

GRANT SELECT ("email_verified_at") ON "users" TO vitrine_request;
-- Which sessions have neither ended nor expired. No hash.
GRANT SELECT ("session_id", "spent_at", "expires_at") ON "refresh_tokens" TO vitrine_request;
CREATE POLICY "request" ON "refresh_tokens" FOR SELECT TO vitrine_request
    USING (EXISTS (SELECT FROM "sessions" WHERE "sessions"."id" = "refresh_tokens"."session_id"));

-- ------- vitrine_account: register, log in, verify an address, reset a password, compose mails

GRANT SELECT, INSERT, UPDATE, DELETE ON "email_tokens" TO vitrine_account;
GRANT UPDATE ("mail_token_hash") ON "invitations" TO vitrine_account;
GRANT SELECT ("id"), INSERT ON "jobs" TO vitrine_account;
CREATE POLICY "account" ON "email_tokens" TO vitrine_account USING (true);
CREATE POLICY "account" ON "jobs" TO vitrine_account
    USING ("kind" = 'send-mail' AND "created_by" IS NOT DISTINCT FROM vitrine_user_id());

-- ------------------------------------------------- vitrine_job: jobs and housekeeping

GRANT SELECT ("expires_at"), DELETE ON "email_tokens" TO vitrine_job;
GRANT SELECT ("revoked_at") ON "sessions" TO vitrine_job;
CREATE POLICY "job" ON "email_tokens" TO vitrine_job USING (true);
