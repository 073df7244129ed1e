import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'

/** Button that opens and closes the children of a row. */
export const TreeToggle = ({ open, onClick }: { open: boolean; onClick: () => void }) => {
  const t = useT()
  return (
    <button
      type="button"
      className="ll-r-tree-toggle"
      aria-expanded={open}
      aria-label={open ? t(['收起', 'Collapse']) : t(['展开', 'Expand'])}
      onClick={onClick}
    >
      <Icon name={open ? 'arrowDown' : 'arrowRight'} size={16} />
    </button>
  )
}
