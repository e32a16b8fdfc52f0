// Postgres stores a view as a parsed query, printed with nested braces. The view's own columns are the entries two braces
// deep that name the table column they come from. Deeper entries belong to expressions and subqueries.

export interface ViewColumn {
  number: number
  relationOid: number
  columnNumber: number
}

const SOURCE = /:resorigtbl (\d+) :resorigcol (\d+)/

export function readViewColumns(definition: string): ViewColumn[] {
  const columns: ViewColumn[] = []
  for (const entry of keepOutermost(definition).split(':resno ').slice(1)) {
    const [, relation, column] = SOURCE.exec(entry) ?? []
    if (relation && column && relation !== '0' && column !== '0') {
      columns.push({
        number: Number.parseInt(entry, 10),
        relationOid: Number(relation),
        columnNumber: Number(column),
      })
    }
  }
  return columns
}

function keepOutermost(definition: string): string {
  let depth = 0
  let kept = ''
  for (let at = 0; at < definition.length; at += 1) {
    const character = definition[at]
    if (character === '\\') {
      at += 1
    } else if (character === '{') {
      depth += 1
    } else if (character === '}') {
      depth -= 1
    } else if (depth <= 2) {
      kept += character
    }
  }
  return kept
}
