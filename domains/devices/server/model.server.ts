import { onServer } from '@lamplight/server-kit'
import { deviceModel } from '../model/model.resource.ts'

export const modelServer = onServer(deviceModel, {
  // Models are filtered by the code of their supplier (model.list).
  filters: {
    supplierCode: {
      sql: 't.supplier_id = any(array(select p.id from devices_supplier p where p.code = $ and not p.is_deleted))',
      type: 'text',
    },
  },
})
