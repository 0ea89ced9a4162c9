-- CreateTable
CREATE TABLE "login_codes" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "login_codes_user_id_idx" ON "login_codes"("user_id");

-- CreateIndex
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma: row-level security. Only the owner of the tables may insert a code.
ALTER TABLE "login_codes" ENABLE ROW LEVEL SECURITY;

GRANT SELECT, DELETE ON "login_codes" TO vitrine_account;
CREATE POLICY "account" ON "login_codes" TO vitrine_account USING (true);

GRANT SELECT ("expires_at"), DELETE ON "login_codes" TO vitrine_job;
CREATE POLICY "job" ON "login_codes" TO vitrine_job USING (true);
