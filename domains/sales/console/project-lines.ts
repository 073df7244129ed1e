export interface ProjectNode {
  readonly name: string
  readonly children: ProjectNode[]
}

/** Parses projects from lines, indented by two spaces or a tab per level. A line that skips levels becomes a child of the line above. */
export const projectsOf = (text: string): ProjectNode[] => {
  const top: ProjectNode[] = []
  const line: ProjectNode[] = []
  for (const raw of text.replaceAll('\t', '  ').split('\n')) {
    const name = raw.trim()
    if (!name) continue
    const depth = Math.min(Math.floor((raw.length - raw.trimStart().length) / 2), line.length)
    const node: ProjectNode = { name, children: [] }
    const parent = depth > 0 ? line[depth - 1] : undefined
    if (parent) parent.children.push(node)
    else top.push(node)
    line.splice(depth, line.length, node)
  }
  return top
}
