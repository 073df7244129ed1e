import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DetailPageActions } from '../detail/detail-parts.tsx'
import type { PageAction } from '../use-actions.ts'
import { entryOf, RowMenu } from './row-menu.tsx'

const entry = { id: '7', row: {}, wire: {} }
const action = (name: string, more: Partial<PageAction> = {}): PageAction => ({
  name,
  label: [name, name],
  danger: false,
  action: null,
  byFilter: false,
  refuses: () => false,
  lacks: () => null,
  ...more,
})
const LACK = ['请先填写区域', 'Fill in first: Area'] as const
const activate = action('activate', { lacks: () => LACK })

test('an action for which the row lacks something is off and says why; one that the state refuses is left out', () => {
  const pageActions = [activate, action('stop', { refuses: () => true }), action('edit')]
  const off = `aria-disabled="true" title="${LACK[0]}"`
  const row = renderToStaticMarkup(<RowMenu pageActions={pageActions} entry={entry} onPageAction={() => undefined} />)
  const detail = renderToStaticMarkup(<DetailPageActions pageActions={pageActions} entry={entry} onPageAction={() => undefined} />)
  for (const shown of [row, detail]) {
    expect(shown).toContain(`${off}>activate`)
    expect(shown).not.toContain('stop')
    expect(shown.split('aria-disabled')).toHaveLength(2)
  }
  expect(
    entryOf(
      activate,
      entry,
      ([zh]) => zh,
      () => undefined,
    ),
  ).toMatchObject({ disabled: true, note: LACK[0] })
  expect(
    entryOf(
      action('edit'),
      entry,
      ([zh]) => zh,
      () => undefined,
    ),
  ).not.toHaveProperty('disabled')
})
