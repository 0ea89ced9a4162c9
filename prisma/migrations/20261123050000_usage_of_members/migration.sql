-- Not known to Prisma.

-- What others use is for no request to see. Both functions act as the owner of the tables, so row-level
-- security does not stop them: they look at whose request it is themselves. An account that is made, or
-- that accepts an invitation, takes from budgets before anyone is known; the release before asks as the
-- owner.
ALTER FUNCTION "vitrine_organization_usage" RENAME TO "organization_usage";
ALTER FUNCTION "vitrine_user_usage" RENAME TO "user_usage";
REVOKE ALL ON FUNCTION "organization_usage", "user_usage"
    FROM PUBLIC, vitrine_request, vitrine_account;

CREATE FUNCTION "vitrine_organization_usage"(of_organization uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF current_setting('role') <> 'vitrine_request'
        OR of_organization = ANY (vitrine_organizations()) THEN
        RETURN QUERY SELECT * FROM organization_usage(of_organization);
    END IF;
END $$;

CREATE FUNCTION "vitrine_user_usage"(of_user uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF current_setting('role') <> 'vitrine_request' OR of_user = vitrine_user_id() THEN
        RETURN QUERY SELECT * FROM user_usage(of_user);
    END IF;
END $$;

DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY['vitrine_organization_usage', 'vitrine_user_usage'] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO vitrine_request, vitrine_account', function_name);
    END LOOP;
END $$;
