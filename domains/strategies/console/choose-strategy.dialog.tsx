import { navigate, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import { f } from '@lamplight/fields/model'
import { publication } from '../model/index.ts'
import { P } from './publish/publish-to.messages.ts'
import { EDITOR } from './routes.ts'

const FIELDS = { strategyId: f.ref('strategies.strategy', { label: publication.fields.strategyId.options.label, required: true }) }

/** Chooses the strategy for lamps of a list, and opens its preview with them as targets. */
export const ChooseStrategyDialog = ({
  targetText,
  targets,
  onClose,
}: {
  readonly targetText: string
  /** Parameters of the editor's address that name the targets. */
  readonly targets: Readonly<Record<string, string>>
  readonly onClose: () => void
}) => {
  const t = useT()
  return (
    <FieldsDialog
      title={t(P.publishTo)}
      fields={FIELDS}
      button={t(P.toPreview)}
      onSend={async ({ strategyId }) => {
        onClose()
        navigate(`${EDITOR}?${new URLSearchParams({ id: String(strategyId), ...targets })}`)
      }}
      onClose={onClose}
    >
      <p>{t(P.target, { what: targetText })}</p>
      <p className="ll-r-reach">{t(P.about)}</p>
    </FieldsDialog>
  )
}
