// The theme writes its search's styles into the page, which the server's policy forbids. Here they
// become a style sheet that is adopted instead, so that the policy can stay as strict as it is.
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attach.call(this, options);
  const append = root.appendChild;
  root.appendChild = (node) => {
    if (!(node instanceof HTMLStyleElement)) return append.call(root, node);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(node.textContent);
    root.adoptedStyleSheets.push(sheet);
    return node;
  };
  return root;
};
