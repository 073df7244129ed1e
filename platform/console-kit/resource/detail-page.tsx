import type { ResourceConsole } from './console-resource.ts'
import { FieldsHost } from './field-host.tsx'
import { ResourceDetail } from './resource-detail.tsx'

/** The generated page of one row; a chunk of its own, which no list waits for. */
export const detailPageOf = (console: ResourceConsole) => () => (
  <FieldsHost>
    <ResourceDetail console={console} />
  </FieldsHost>
)
