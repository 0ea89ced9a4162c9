-- Not known to Prisma: a job finds the assets without a placeholder by it. Empty when it is done.
CREATE INDEX "assets_undescribed" ON "assets" ("id") WHERE "placeholder_color" IS NULL;

GRANT UPDATE ("placeholder_color", "placeholder_thumbhash", "salient_x", "salient_y")
    ON "assets" TO vitrine_job;
GRANT SELECT ("placeholder_color") ON "assets" TO vitrine_job;
CREATE POLICY "job_describes" ON "assets" FOR UPDATE TO vitrine_job USING (true);
