import { definePage, type Page } from '@lamplight/console-kit'
import { laterPages } from '@lamplight/console-kit/resource'
import type { DeliveryDefinition, Text } from '@lamplight/kit'

/**
 * The pages of a delivery, loaded when the first one opens: the log at `link`, and at `{link}/devices` its details, where a user can send failed ones again.
 * `code` is that of the delivery.
 */
export const deliveryPages = (code: string, link: string, label: Text, load: () => Promise<DeliveryDefinition>): readonly Page[] => {
  const consoles = async () => (await import('./delivery-console.tsx')).deliveryConsoles(await load(), link)
  return [
    ...laterPages({ code: `${code}log`, link, label, load: async () => (await consoles()).log }),
    definePage({
      path: `${link}/devices`,
      label,
      permission: `${code}detail_view`,
      load: async () => {
        const [{ details }, { ResourceList }] = await Promise.all([consoles(), import('@lamplight/console-kit/list')])
        return () => <ResourceList console={details} />
      },
    }),
  ]
}
