import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DetailPageActions } from '../detail/detail-parts.tsx'
import type { PageAction } from '../use-actions.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { entryOf, RowMenu } from './row-menu.tsx'
import { choose, nothing } from './selection.ts'

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

test('the button over a selection is off if one of its rows lacks something, and says why', () => {
  const none = { create: false, fill: false, edit: false, remove: false, import: false, export: false, list: [], row: [] }
  const other = { ...entry, id: '8' }
  const forOne = action('activate', { lacks: ({ id }) => (id === '7' ? LACK : null) })
  const shown = (...rows: readonly (typeof entry)[]) =>
    renderToStaticMarkup(
      <ListToolbar
        pageActions={{ ...none, rows: [forOne] }}
        selection={choose(nothing, rows, true)}
        createPage={undefined}
        onCreate={() => undefined}
        onPageAction={() => undefined}
        onImport={() => undefined}
        onExport={() => undefined}
        onLabels={undefined}
        right={null}
      />,
    )
  expect(shown(other, entry)).toContain(`disabled="" title="${LACK[0]}"`)
  expect(shown(other)).not.toContain('disabled')
})
