import { navigate, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { consoleOf, EntryForm } from '@lamplight/console-kit/resource'
import { onOffStrategy } from '../model/on-off-strategy.resource.ts'

/** List of on/off strategies with a form: of a new strategy, or of the one whose id is in the URL (`id`). */
export const OnOffAddPage = () => {
  const { query } = useTab()
  const console = consoleOf(onOffStrategy.name)
  if (!console) throw new Error(`the console of ${onOffStrategy.name} is not loaded`)
  return (
    <>
      <ResourceList console={console} />
      <EntryForm console={console} id={query.id ?? null} onClose={() => navigate(onOffStrategy.page.path)} />
    </>
  )
}
