import { useT } from '@lamplight/console-kit'
import { consoleOf, Link, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import type { DeliveryDefinition } from '@lamplight/kit'
import { deliveryDetailOf, deliveryLogOf } from '../../model/delivery-log.resource.ts'
import { BatchNews } from './batch-news.tsx'
import { RetryDelivery } from './delivery-retry.dialog.tsx'

/** Consoles of a delivery's log, whose counts link to its details, and of the details. */
export const deliveryConsoles = (delivery: DeliveryDefinition, link: string): Readonly<Record<'log' | 'details', ResourceConsole>> => {
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
  const [log, details] = [deliveryLogOf(delivery), deliveryDetailOf(delivery)]
  return {
    log:
      consoleOf(log.name) ??
      onConsole(log, {
        link,
        state: 'status',
        own: true,
        columns: { total: count(''), succeeded: count('1'), failed: count('2') },
        slots: { listTop: BatchNews, detailTop: Top },
        actions: { retry: RetryDelivery },
      }),
    details:
      consoleOf(details.name) ?? onConsole(details, { link: `${link}/devices`, state: 'status', own: true, slots: { listTop: BatchNews } }),
  }
}
