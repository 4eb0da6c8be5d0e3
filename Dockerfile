# A server with its page, small and without root: docker build -t moonlit . (docs/hosting.md)
FROM python:3.13-slim AS build
WORKDIR /source
RUN python -m venv /moonlit
COPY . .
# the page is built by a Node that the build brings itself
RUN PIP_CONSTRAINT=constraints.txt /moonlit/bin/pip install --no-cache-dir --disable-pip-version-check '.[server]'

FROM python:3.13-slim
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
