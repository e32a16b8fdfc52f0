import { expect, test } from 'vitest'
import { readViewColumns } from './view-columns.ts'

test('the columns of a view are distinguished from those of its subqueries', () => {
  const inner =
    '{SUBLINK :subselect {QUERY :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname id :ressortgroupref 0 :resorigtbl 99 :resorigcol 7 :resjunk false})}}'
  const definition = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :alias {ALIAS :aliasname \\{odd}}) :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname id :ressortgroupref 0 :resorigtbl 16400 :resorigcol 1 :resjunk false} {TARGETENTRY :expr ${inner} :resno 2 :resname made_up :ressortgroupref 0 :resorigtbl 0 :resorigcol 0 :resjunk false} {TARGETENTRY :expr {VAR :varno 2} :resno 3 :resname title :ressortgroupref 0 :resorigtbl 16401 :resorigcol 4 :resjunk false})})`

  expect(readViewColumns(definition)).toEqual([
    { number: 1, relationOid: 16400, columnNumber: 1 },
    { number: 3, relationOid: 16401, columnNumber: 4 },
  ])
})
