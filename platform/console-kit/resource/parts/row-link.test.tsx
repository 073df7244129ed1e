import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rights } from '../../session/menus.ts'
import { addKnown } from '../known.ts'
import { RowLink } from './row-link.tsx'

test('the name of a row is a link only for users who may open its page', () => {
  addKnown({ name: 'test.seat', code: 'seat', link: '/seats', hasDetail: true })
  const shown = () =>
    renderToStaticMarkup(
      <RowLink resource="test.seat" id="7">
        Seat 7
      </RowLink>,
    )
  expect(shown()).toBe('Seat 7')
  rights.set({ ...rights.get(), permissions: new Set(['seat_view']) })
  expect(shown()).toContain('href="/seats/details?id=7"')
})
