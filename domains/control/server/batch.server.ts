import { onServer } from '@lamplight/server-kit'
import { batch } from '../model/index.ts'

/** Command records are written by commands alone. */
export const batchServer = onServer(batch, {
  place: 'author',
  joined: { sql: '', fields: { took: 'ceil(extract(epoch from t.ended_at - t.create_time))::integer' } },
})
