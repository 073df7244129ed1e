-- The target of a command has its name in both languages: each reader gets their own. Old records keep the one text they have.
alter table control_batch add column target_text_en text;

-- A text in the language of the asker (setting app.lang of the transaction): the English one where English is asked for and it is filled.
create function ll_said(zh text, en text) returns text language sql stable parallel safe as
$$ select case when en <> '' and current_setting('app.lang', true) = 'en' then en else zh end $$;
