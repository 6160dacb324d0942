/**
 * A browser's translator puts a `<font>` in the place of each text, and React goes on writing into the text that is no
 * longer there. Only where a text is all that its element holds, React replaces what the element holds. So text that
 * may change has an element of its own, or its `key` makes the element anew with it.
 */
export const textAlone = {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      alone: 'Give this text an element of its own: in a page that the browser translated it would stay as it was.',
    },
  },
  create: (context) => ({
    JSXExpressionContainer(node) {
      const { parent, expression } = node
      if ((parent.type !== 'JSXElement' && parent.type !== 'JSXFragment') || !isText(expression)) return
      const isAlone = parent.type === 'JSXElement' && parent.children.filter(isDrawn).length === 1
      const written = context.sourceCode.getText(node)
      const key = parent.openingElement?.attributes.find(({ name }) => name?.name === 'key')
      if (isAlone || (key && context.sourceCode.getText(key.value) === written)) return
      context.report({ node, messageId: 'alone', fix: (fixer) => fixer.replaceText(node, `<span>${written}</span>`) })
    },
  }),
}

const isDrawn = (child) =>
  child.type === 'JSXText' ? !/^\s*\n\s*$/.test(child.value) : child.expression?.type !== 'JSXEmptyExpression'

/** Whether the expression is text by what it says: types are not known here. */
function isText(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && node.value.trim() !== ''
    case 'TemplateLiteral':
      return true
    case 'ConditionalExpression':
      return isText(node.consequent) || isText(node.alternate)
    case 'LogicalExpression':
      return isText(node.right)
    case 'Identifier':
      return named.test(node.name)
    case 'MemberExpression':
      return named.test(node.property.name ?? '')
    default:
      return node.type === 'CallExpression' && writing.test(node.callee.name ?? '')
  }
}

const named = /^(text|title|label|status|detail|address|(full_|file)?[nN]ame)$/
const writing = /^(t|counted|orNotAvailable|format[A-Z]\w*|\w+Text)$/
