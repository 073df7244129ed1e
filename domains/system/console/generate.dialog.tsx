import { Dialog, Icon, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, MakeDialog } from '@lamplight/console-kit/resource'
import type { code } from '../model/code.resource.ts'
import { SCAFFOLD_NOTES } from '../model/code.resource.ts'

interface Made {
  readonly name: string
  readonly link: string
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

const Ready = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog
      title={t(['代码已生成', 'The code is ready'])}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(['关闭', 'Close'])}
          </button>
          <a className="ll-button ll-button--primary" href={made.link} download={made.name}>
            <Icon name="download" size={16} />
            {t(['下载 {name}', 'Download {name}'], { name: made.name })}
          </a>
        </>
      }
    >
      <p>
        {t(['压缩包内有 {n} 个文件，README.md 说明如何放置。', 'The archive contains {n} files; README.md says where to put them.'], {
          n: made.files.length,
        })}
      </p>
      <ul className="ll-code-files">
        {made.files.map((file) => (
          <li key={file}>
            <code className="ll-system-code">{file}</code>
          </li>
        ))}
      </ul>
      {made.notes.length > 0 && (
        <>
          <h3 className="ll-code-head">{t(SCAFFOLD_NOTES)}</h3>
          <ul className="ll-code-files">
            {made.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** Dialog that generates the archive, lists its files and offers the download. */
export const GenerateDialog = (props: ActionDialogProps<typeof code, Record<never, never>>) => {
  const t = useT()
  return (
    <MakeDialog<Made>
      title={t(['生成代码', 'Generate the code'])}
      ok={t(['生成', 'Generate'])}
      props={props}
      made={(made) => <Ready made={made} onClose={props.close} />}
    >
      <p>
        {t(['读取下列表的结构，写成资源、迁移和测试：', 'For each of these tables a resource, its migration and its test are written:'])}
      </p>
      <ul className="ll-code-files">
        {props.rows.map((row) => (
          <li key={row.id}>
            {row.codeName} <code className="ll-system-code">{row.tableName}</code>
          </li>
        ))}
      </ul>
    </MakeDialog>
  )
}
