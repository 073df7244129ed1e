import { navigate, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { consoleOf, EntryForm } from '@lamplight/console-kit/resource'
import { onOffStrategy } from '../model/on-off-strategy.resource.ts'

/** The list of on/off strategies with the form of a new one, or of the one that `id` in the address names. */
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
