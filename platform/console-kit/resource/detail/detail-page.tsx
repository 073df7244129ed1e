import type { ResourceConsole } from '../console-resource.ts'
import { FieldsHost } from '../field-host.tsx'
import { ResourceDetail } from './resource-detail.tsx'

/** The generated page of one row, in its own chunk, so that lists do not load it. */
export const detailPageOf = (console: ResourceConsole) => () => (
  <FieldsHost>
    <ResourceDetail console={console} />
  </FieldsHost>
)
