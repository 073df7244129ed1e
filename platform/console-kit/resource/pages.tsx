import type { ResourceConsole } from './console-resource.ts'
import { FieldsHost } from './field-host.tsx'
import { FixedParamsContext } from './fixed-params.ts'
import type { Query } from './list-state.ts'
import { ResourceList as List } from './resource-list.tsx'

/** The generated list of a resource, also for own pages: `<ResourceList console={lampConsole} />`. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => (
  <FieldsHost>
    <List console={console} />
  </FieldsHost>
)

/** `only`: parameters that all calls of the page send. */
export const listPageOf = (console: ResourceConsole, only?: Query) => () =>
  only ? (
    <FixedParamsContext value={only}>
      <ResourceList console={console} />
    </FixedParamsContext>
  ) : (
    <ResourceList console={console} />
  )
