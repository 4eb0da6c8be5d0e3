# A server with its page, small and without root: docker build -t moonlit . (docs/hosting.md)
ARG BASE=python:3.13-slim
FROM ${BASE} AS build
WORKDIR /source
RUN python -m venv --without-pip /moonlit
COPY . .
# the page is built by a Node that the build brings itself; nobody runs the packages' own tests here
RUN PIP_CONSTRAINT=constraints.txt pip --python /moonlit/bin/python install \
        --no-cache-dir --disable-pip-version-check '.[server]' \
    && find /moonlit -type d -name tests -prune -exec rm -r {} +

FROM ${BASE}
RUN useradd --create-home --uid 1000 moonlit && mkdir /data && chown moonlit /data
COPY --from=build /moonlit /moonlit
USER moonlit
ENV PATH=/moonlit/bin:$PATH MOONLIT_DATA=/data PYTHONUNBUFFERED=1
# compiled once here instead of at every first start
RUN moonlit warm
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
    CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"
CMD ["moonlit", "serve", "--host", "0.0.0.0", "--port", "8000"]
