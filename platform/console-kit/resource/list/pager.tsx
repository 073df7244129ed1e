import '../resource.css'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { PAGE_SIZES, pageButtons, pagesOf } from './list-state.ts'

export interface PagerProps {
  current: number
  size: number
  total: number
  onChange: (page: { current: number; size: number }) => void
  sizes?: readonly number[]
  /** Shown beside the total. */
  children?: ReactNode
}
/** Total, page buttons and page size (rule.const.pagesizes). */
export const Pager = ({ current, size, total, onChange, sizes = PAGE_SIZES, children }: PagerProps) => {
  const t = useT()
  const { number } = useFormat()
  const pages = pagesOf(total, size)
  const go = (to: number): void => onChange({ current: Math.min(pages, Math.max(1, to)), size })
  const step = (to: number, label: string, icon: 'arrowLeft' | 'arrowRight') => (
    <button type="button" className="ll-r-page-button" aria-label={label} disabled={to < 1 || to > pages} onClick={() => go(to)}>
      <Icon name={icon} size={16} />
    </button>
  )
  return (
    <nav className="ll-r-pager" aria-label={t(['分页', 'Pages'])}>
      <span className="ll-r-pager-total">
        {t(['共 {total} 条', 'Total {total}'], { total: number(total) })}
        {children}
      </span>
      {step(current - 1, t(['上一页', 'Previous page']), 'arrowLeft')}
      {pageButtons(current, pages).map((page, at) =>
        page === null ? (
          <span key={`gap${at}`} aria-hidden>
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className="ll-r-page-button"
            aria-current={page === current ? 'page' : undefined}
            onClick={() => go(page)}
          >
            {number(page)}
          </button>
        ),
      )}
      {step(current + 1, t(['下一页', 'Next page']), 'arrowRight')}
      <select
        className="ll-f-select"
        aria-label={t(['每页条数', 'Rows per page'])}
        value={size}
        onChange={(event) => onChange({ current: 1, size: Number(event.target.value) })}
      >
        {sizes.map((one) => (
          <option key={one} value={one}>
            {t(['{n} 条/页', '{n} / page'], { n: one })}
          </option>
        ))}
      </select>
    </nav>
  )
}
