import { lazy, Suspense } from 'react'
import type { CellGiven, FieldView, InputGiven } from '../view-type.ts'
import type { FileOptions, FileValue } from './model.ts'

type Files = readonly FileValue[]
type Given = CellGiven<Files, FileOptions>
const Cell = lazy(async () => ({ default: (await import('./files.tsx')).FilesCell }))
const Detail = lazy(async () => ({ default: (await import('./files.tsx')).FilesDetail }))
const Input = lazy(async () => ({ default: (await import('./input.tsx')).FilesInput }))
const None = () => <span className="ll-f-none">—</span>

/** View of files; its code is loaded with the first page that shows some. */
export const fileView: FieldView<Files, FileOptions> = {
  kind: 'file',
  Cell: (given: Given) =>
    given.value ? (
      <Suspense>
        <Cell {...given} />
      </Suspense>
    ) : (
      <None />
    ),
  Detail: (given: Given) =>
    given.value ? (
      <Suspense>
        <Detail {...given} />
      </Suspense>
    ) : (
      <None />
    ),
  Input: (given: InputGiven<Files, FileOptions>) => (
    <Suspense>
      <Input {...given} />
    </Suspense>
  ),
  Filter: null,
  width: 220,
}
