import type { FileKind, Text } from '@lamplight/kit'

interface FileForm {
  readonly type: string
  /** Name for users; default: the kind in capitals. */
  readonly label?: Text
  /** Browsers may show it inside a page. All other kinds are sent as downloads. */
  readonly picture?: true
}
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const FORMS: Readonly<Record<FileKind, FileForm>> = {
  png: { type: 'image/png', picture: true },
  jpg: { type: 'image/jpeg', picture: true },
  gif: { type: 'image/gif', picture: true },
  webp: { type: 'image/webp', picture: true },
  pdf: { type: 'application/pdf' },
  docx: { type: `${OFFICE}.wordprocessingml.document`, label: ['Word (docx)', 'Word (docx)'] },
  xlsx: { type: `${OFFICE}.spreadsheetml.sheet`, label: ['Excel (xlsx)', 'Excel (xlsx)'] },
  pptx: { type: `${OFFICE}.presentationml.presentation`, label: ['PowerPoint (pptx)', 'PowerPoint (pptx)'] },
  apk: { type: 'application/vnd.android.package-archive' },
  zip: { type: 'application/zip' },
  mp4: { type: 'video/mp4' },
  mp3: { type: 'audio/mpeg' },
  txt: { type: 'text/plain; charset=utf-8', label: ['文本', 'text'] },
}

/** Returns media type and name of a kind of file. */
export const fileForm = (kind: FileKind): FileForm => FORMS[kind] ?? FORMS.zip
export const kindLabel = (kind: FileKind): Text => fileForm(kind).label ?? [kind.toUpperCase(), kind.toUpperCase()]
