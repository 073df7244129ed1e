import type { ResourceConsole } from './console-resource.ts'
import { FieldsHost } from './field-host.tsx'
import { ResourceList as List } from './resource-list.tsx'

/** The generated list of a resource, also for own pages: `<ResourceList console={lampConsole} />`. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => (
  <FieldsHost>
    <List console={console} />
  </FieldsHost>
)

export const listPageOf = (console: ResourceConsole) => () => <ResourceList console={console} />
