import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { DetailPageActions } from '../detail/detail-parts.tsx'
import { placeOf, ReasonButton } from '../parts/reason-button.tsx'
import type { PageAction } from '../use-actions.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { buttonOf, entryOf, RowMenu } from './row-menu.tsx'
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
  // The reason is the description of the button, in an element that shows it. A title alone reaches neither the keyboard nor touch.
  const off = (html: string): readonly string[] =>
    [...html.matchAll(/<button [^>]*aria-disabled="true" aria-describedby="([^"]+)"[^>]*>activate</g)].map(([, id = '']) => id)
  const row = renderToStaticMarkup(<RowMenu pageActions={pageActions} entry={entry} onPageAction={() => undefined} />)
  const detail = renderToStaticMarkup(<DetailPageActions pageActions={pageActions} entry={entry} onPageAction={() => undefined} />)
  for (const shown of [row, detail]) {
    const [id, ...others] = off(shown)
    expect(others).toEqual([])
    expect(shown).toContain(`id="${id}" role="tooltip" popover="manual" class="ll-r-reason">${LACK[0]}<`)
    expect(shown).not.toMatch(/disabled=""|title=/)
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

test('a button that is off does nothing when pressed; the reason stands below it, or above it, inside the window', () => {
  const run = vi.fn()
  const made = (one: PageAction) => ReasonButton({ ...buttonOf(one, entry, ([zh]) => zh, run), children: one.name }).props
  expect(made(activate)).toMatchObject({ why: LACK[0] })
  expect(made(activate)).not.toHaveProperty('onClick')
  expect(made(action('edit'))).toMatchObject({ onClick: run })
  const window = { width: 390, height: 800 }
  expect(placeOf({ left: 20, top: 100, bottom: 132 }, { width: 200, height: 30 }, window)).toEqual({ left: 20, top: 136 })
  expect(placeOf({ left: 350, top: 760, bottom: 792 }, { width: 200, height: 30 }, window)).toEqual({ left: 186, top: 726 })
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
  expect(shown(other, entry)).toMatch(new RegExp(`aria-disabled="true"[^>]*>activate.*role="tooltip"[^>]*>${LACK[0]}<`))
  expect(shown(other, entry)).not.toMatch(/disabled=""|title=/)
  expect(shown(other)).not.toContain('disabled')
})
