import { type ComponentType, lazy, Suspense } from 'react'
import type { FieldView, InputGiven } from '../view-type.ts'
import { FilesCell, FilesDetail } from './files.tsx'
import type { FileOptions, FileValue } from './model.ts'

type Files = readonly FileValue[]
const LazyInput = lazy(async () => ({ default: (await import('./input.tsx')).FilesInput as ComponentType<InputGiven<Files, FileOptions>> }))

/** How files look; the input is loaded with the first form that has one. */
export const fileView: FieldView<Files, FileOptions> = {
  kind: 'file',
  Cell: FilesCell,
  Detail: FilesDetail,
  Input: (given) => (
    <Suspense>
      <LazyInput {...given} />
    </Suspense>
  ),
  Filter: null,
  width: 220,
}
