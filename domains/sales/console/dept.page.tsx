import { useT } from '@lamplight/console-kit'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { NameTree, type Node } from './place.page.tsx'
import { M } from './sales.messages.ts'
import { useSales } from './use-sales.ts'

interface Post {
  readonly id: string
  readonly postName: string
}
const Depts = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const depts = useSales<readonly Node[]>('dept/tree', { tenantId })
  const posts = useSales<readonly Post[]>('post/select', { tenantId })
  return (
    <>
      <h2 className="ll-sales-part">{t(M.departments)}</h2>
      <Answered query={depts} isEmpty={(nodes) => nodes.length === 0} empty={M.noDepts}>
        {(nodes) => <NameTree nodes={nodes} label={M.departments} />}
      </Answered>
      <h2 className="ll-sales-part">{t(M.posts)}</h2>
      <Answered query={posts} isEmpty={(rows) => rows.length === 0} empty={M.noPosts}>
        {(rows) => <NameTree nodes={rows.map(({ id, postName }) => ({ id, title: postName }))} label={M.posts} />}
      </Answered>
    </>
  )
}

/** Departments and posts of a chosen tenant. */
export const SalesDeptPage = () => (
  <ChosenPage title={M.depts} about={M.deptsAbout}>
    {(tenantId) => <Depts tenantId={tenantId} />}
  </ChosenPage>
)
