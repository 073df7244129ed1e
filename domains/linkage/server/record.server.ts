import { onServer, pairSql } from '@lamplight/server-kit'
import { linkageRecord } from '../model/index.ts'

/** The actions with their errors in the language of the request. */
const ACTIONS = `(select jsonb_agg(case when e ->> 'error' is null then e else jsonb_set(e, '{error}', to_jsonb(${pairSql("(e ->> 'error')")})) end order by n)
  from jsonb_array_elements(t.actions) with ordinality as x (e, n))`

export const recordServer = onServer(linkageRecord, { shown: { actions: ACTIONS } })
