import type { Node } from 'web-tree-sitter'

/** Nodes that are a whole of their own in some language of the pack. */
const DEFINITION =
  /^(?:abstract_)?(?:function|method|class|interface|struct|enum|trait|impl|module|mod|namespace|contract|library|record|protocol|constructor|init|mixin|extension|macro|modifier|type_alias|type|object|union|singleton_method|internal_module|template|rule_set|script|style)(?:_(?:declaration|definition|item|specifier|definition|element))?$/
const NAMED_VALUE = /^(?:lexical_declaration|variable_declaration|expression_statement|assignment)$/
const CALLABLE = /^(?:arrow_function|function_expression|function|class|generator_function|class_expression|lambda)$/
/** What only dresses a definition up, and belongs to it. */
const DRESS = /^(?:export_statement|decorated_definition|template_declaration|ambient_declaration)$/
const LEADING = /comment|attribute_item|^annotation$|^decorator$|^attribute_list$/

export function isDefinition(node: Node): boolean {
  if (!node.isNamed || node.childCount === 0) return false
  if (DEFINITION.test(node.type)) return true
  if (node.type === 'function_signature' || node.type === 'method_signature')
    return node.nextNamedSibling?.type === 'function_body'
  return NAMED_VALUE.test(node.type) && holdsCallable(node)
}

/** The name a person would ask for; a constructor's is that of its class in some languages. */
export function nameOf(node: Node): string | null {
  // A Rust `impl` is asked for by the type it is for; elsewhere `type` is that of a result.
  const own = node.childForFieldName('name') ?? (node.type === 'impl_item' ? node.childForFieldName('type') : null)
  if (own !== null) return own.text
  const declared = declaredName(node)
  if (declared !== null) return declared
  const inner = node.namedChildren.find(
    (child) =>
      child !== null && /^(?:variable_declarator|type_spec|function_signature|assignment_expression)$/.test(child.type),
  )
  if (inner === null || inner === undefined) return null
  return (inner.childForFieldName('name') ?? inner.childForFieldName('left'))?.text ?? null
}

/** The whole of a definition: from its comments and decorators to its last line, lines counted from 1. */
export function extentOf(node: Node): { readonly from: number; readonly to: number } {
  let whole = node
  while (whole.parent !== null && DRESS.test(whole.parent.type)) whole = whole.parent
  const body = /_signature$/.test(node.type) ? node.nextNamedSibling : null
  let first = whole
  for (
    let before = whole.previousNamedSibling;
    before !== null && leads(before, first);
    before = first.previousNamedSibling
  )
    first = before
  const end = (body ?? whole).endPosition
  // Some grammars end a node at the beginning of the line after it.
  return {
    from: first.startPosition.row + 1,
    to: end.column === 0 && end.row > first.startPosition.row ? end.row : end.row + 1,
  }
}

/** A comment right above, but not one that ends a line of other code. */
function leads(before: Node, first: Node): boolean {
  if (!LEADING.test(before.type) || before.endPosition.row + 1 < first.startPosition.row) return false
  const code = before.previousNamedSibling
  return code === null || LEADING.test(code.type) || code.endPosition.row < before.startPosition.row
}

function holdsCallable(node: Node): boolean {
  return node.namedChildren.some((child) => {
    const value = child?.childForFieldName('value') ?? child?.childForFieldName('right') ?? null
    return value !== null && CALLABLE.test(value.type)
  })
}

/** In C and its kin the name is at the bottom of a chain of declarators. */
function declaredName(node: Node): string | null {
  let at = node.childForFieldName('declarator')
  for (let depth = 0; at !== null && depth < 10; depth += 1) {
    const next = at.childForFieldName('declarator')
    if (next === null) return at.childForFieldName('name')?.text ?? at.text
    at = next
  }
  return null
}
