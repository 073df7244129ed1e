import { useT } from '@lamplight/console-kit'
import { Link, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import type { DeliveryDefinition } from '@lamplight/kit'
import { deliveryDetailOf, deliveryLogOf } from '../model/delivery-log.resource.ts'
import { BatchNews } from './list-parts.tsx'

/**
 * The pages of a delivery: the log at `link`, and its details at `{link}/devices`, where failed ones are sent again. Counts of the log lead to their details.
 */
export const deliveryConsole = (delivery: DeliveryDefinition, link: string): readonly ResourceConsole[] => {
  const detailsHref = (id: string, status = ''): string => `${link}/devices?${delivery.api.logId}=${id}${status && `&status=${status}`}`
  const count = (status: string) => {
    const Count = ({ value, row }: { readonly value: unknown; readonly row: { readonly id: string } }) =>
      value ? <Link to={detailsHref(row.id, status)}>{String(value)}</Link> : <>0</>
    return Count
  }
  const Top = ({ row }: { readonly row: { readonly id: string } }) => {
    const t = useT()
    return <Link to={detailsHref(row.id)}>{t(['查看设备明细', 'Show its devices'])}</Link>
  }
  return [
    onConsole(deliveryLogOf(delivery), {
      link,
      state: 'status',
      columns: { total: count(''), succeeded: count('1'), failed: count('2') },
      slots: { listTop: BatchNews, detailTop: Top },
    }),
    onConsole(deliveryDetailOf(delivery), { link: `${link}/devices`, state: 'status', slots: { listTop: BatchNews } }),
  ]
}
