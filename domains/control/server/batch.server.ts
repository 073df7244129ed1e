import { onServer } from '@lamplight/server-kit'
import { batch } from '../model/index.ts'

/** Command records have no calls that write: only commands create them. */
export const batchServer = onServer(batch, {
  place: 'author',
  joined: { sql: '', fields: { took: 'ceil(extract(epoch from t.ended_at - t.create_time))::integer' } },
})
