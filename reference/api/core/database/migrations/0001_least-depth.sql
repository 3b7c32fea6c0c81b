-- Stored rules of the advice get the least depth worth a start.
UPDATE "configs" SET "advice" = '{"leastMm": 4, "leastDripMm": 1}'::jsonb || "advice" WHERE "advice" IS NOT NULL;
