import { useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import './notice.css'
import { M } from './notice.messages.ts'

interface Props {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly invalid: boolean
}
interface Tool {
  readonly key: string
  readonly label: Text
  readonly sign: string
  readonly run: (editor: Editor) => void
  readonly active?: (editor: Editor) => boolean
}
const TOOLS: readonly Tool[] = [
  { key: 'bold', label: M.bold, sign: 'B', run: (e) => e.chain().focus().toggleBold().run(), active: (e) => e.isActive('bold') },
  { key: 'italic', label: M.italic, sign: 'I', run: (e) => e.chain().focus().toggleItalic().run(), active: (e) => e.isActive('italic') },
  {
    key: 'heading',
    label: M.heading,
    sign: 'H',
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    active: (e) => e.isActive('heading'),
  },
  {
    key: 'list',
    label: M.list,
    sign: '•',
    run: (e) => e.chain().focus().toggleBulletList().run(),
    active: (e) => e.isActive('bulletList'),
  },
  {
    key: 'numbers',
    label: M.numbers,
    sign: '1.',
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    active: (e) => e.isActive('orderedList'),
  },
  {
    key: 'quote',
    label: M.quote,
    sign: '❝',
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    active: (e) => e.isActive('blockquote'),
  },
  { key: 'undo', label: M.undo, sign: '↶', run: (e) => e.chain().focus().undo().run() },
  { key: 'redo', label: M.redo, sign: '↷', run: (e) => e.chain().focus().redo().run() },
]

const Tools = ({ editor }: { editor: Editor }) => {
  const t = useT()
  const active = useEditorState({ editor, selector: () => TOOLS.filter((tool) => tool.active?.(editor)).map(({ key }) => key) })
  return (
    <div role="toolbar" aria-label={t(M.tools)} className="ll-editor-tools">
      {TOOLS.map((tool) => (
        <button
          key={tool.key}
          type="button"
          aria-label={t(tool.label)}
          title={t(tool.label)}
          aria-pressed={tool.active ? active.includes(tool.key) : undefined}
          // Keeps the focus in the text, so that no key pressed right after the click is lost.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
        >
          {tool.sign}
        </button>
      ))}
    </div>
  )
}

/** Input of rich text; its value is HTML, which the server cleans. */
export const NoticeEditor = ({ id, value, onChange, invalid }: Props) => {
  /** Typed texts that have not yet returned as `value`. */
  const typed = useRef(new Set<string | null>())
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false } })],
    content: value ?? '',
    onUpdate: ({ editor: now }) => {
      const text = now.isEmpty ? null : now.getHTML()
      typed.current.add(text)
      onChange(text)
    },
    editorProps: { attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label`, class: 'll-rich-text' } },
  })
  useEffect(() => {
    if (!editor) return
    if ((value ?? '') === (editor.isEmpty ? '' : editor.getHTML())) typed.current.clear()
    // The row may load after the editor was created. A typed text returns late as `value` and must not replace a newer one.
    else if (!editor.isFocused && !typed.current.has(value)) editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="ll-editor" data-invalid={invalid || undefined}>
      {editor && <Tools editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}
