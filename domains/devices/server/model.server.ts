import { onServer } from '@lamplight/server-kit'
import { deviceModel } from '../model/model.resource.ts'

export const modelServer = onServer(deviceModel, {
  // The catalogue filters models by the code of their supplier (line 193).
  filters: {
    supplierCode: {
      sql: 't.supplier_id = any(array(select p.id from devices_supplier p where p.code = $ and not p.is_deleted))',
      type: 'text',
    },
  },
})
