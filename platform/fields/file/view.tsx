import { lazy, Suspense } from 'react'
import type { CellProps, FieldView, InputProps } from '../view-type.ts'
import type { FileOptions, FileValue } from './model.ts'

type Files = readonly FileValue[]
type Props = CellProps<Files, FileOptions>
const Cell = lazy(async () => ({ default: (await import('./files.tsx')).FilesCell }))
const Detail = lazy(async () => ({ default: (await import('./files.tsx')).FilesDetail }))
const Input = lazy(async () => ({ default: (await import('./input.tsx')).FilesInput }))
const None = () => <span className="ll-f-none">—</span>

/** View of files; its code is loaded with the first page that shows some. */
export const fileView: FieldView<Files, FileOptions> = {
  kind: 'file',
  Cell: (props: Props) =>
    props.value ? (
      <Suspense>
        <Cell {...props} />
      </Suspense>
    ) : (
      <None />
    ),
  Detail: (props: Props) =>
    props.value ? (
      <Suspense>
        <Detail {...props} />
      </Suspense>
    ) : (
      <None />
    ),
  Input: (props: InputProps<Files, FileOptions>) => (
    <Suspense>
      <Input {...props} />
    </Suspense>
  ),
  Filter: null,
  width: 220,
}
