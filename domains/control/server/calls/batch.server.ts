import { SECRET_MASK } from '@lamplight/kit'
import { DIGEST_PATTERN, onServer } from '@lamplight/server-kit'
import { batch } from '../../model/index.ts'

/** Command records have no calls that write: only commands create them. */
export const batchServer = onServer(batch, {
  place: 'author',
  filters: {
    // Records that read, set or calibrate a parameter family.
    family: { sql: `starts_with(t.args, '{"family":"' || $ || '"')`, type: 'text' },
    // Records that have this device.
    deviceId: { sql: 'exists (select from control_pack p where p.batch_id = t.id and ($)::bigint = any(p.device_ids))', type: 'id' },
    // Records with devices of a system: 2 city lighting, 200 solar, 3 smart poles, 4 institutes.
    system: { sql: 't.systems @> array[$::int]', type: 'int' },
    // 3: records with devices of smart poles, 2: of other systems (decisions.md A14).
    systemType: { sql: 't.systems && case when ($)::int = 3 then array[3] else array[2, 4, 200] end', type: 'int' },
  },
  // The stored arguments contain digests in place of secrets.
  shown: { args: `regexp_replace(t.args, '"${DIGEST_PATTERN}"', '"${SECRET_MASK}"', 'g')` },
  joined: { sql: '', fields: { took: 'ceil(extract(epoch from t.ended_at - t.create_time))::integer' } },
})
