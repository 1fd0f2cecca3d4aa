import type { Mermaid } from 'mermaid';
import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref, useId, watch } from 'vue';

/** A Mermaid diagram in the colours of the page. The browser draws it; until then, the page shows its text. */
export const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData();
    const id = `diagram-${useId()}`;
    const script = withBase('/mermaid/mermaid.esm.min.mjs');
    const drawing = ref('');
    const draw = async () => {
      const { default: mermaid }: { default: Mermaid } = await import(/* @vite-ignore */ script);
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      const { svg } = await mermaid.render(id, text);
      drawing.value = svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => (drawing.value ? h('div', { class: 'diagram', innerHTML: drawing.value }) : h('pre', text));
  },
});
